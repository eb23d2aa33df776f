import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { useQuery } from '@tanstack/react-query'
import { organizationApi } from '../clients/organization-client.ts'
import { secondFactorsQuery } from './second-factors-query.ts'

/** Confirms who the person is, so that their session can do what takes a recent sign-in. */
export function prove(proof: FactorProof): Promise<undefined> {
  return organizationApi.secondFactors.prove({ body: proof })
}

/** Returns whether a code of an authenticator app would do; false while that isn't known. */
export function useHasApp(): boolean {
  const { data } = useQuery(secondFactorsQuery)
  return data !== undefined && data.totp !== null
}

import { issuerKindsText } from './messages.ts'
/** Services that people know by name, and how their issuers are called. */
export const issuerKinds = ['firebase', 'auth0', 'cognito', 'clerk', 'workos', 'oidc'] as const
export type IssuerKind = (typeof issuerKinds)[number]

export const kindTexts: Readonly<Record<IssuerKind, { readonly label: string; readonly example: string }>> = {
  firebase: { label: issuerKindsText.firebaseAuth, example: 'https://securetoken.google.com/your-firebase-project' },
  auth0: { label: issuerKindsText.auth0, example: 'https://your-tenant.us.auth0.com' },
  cognito: { label: issuerKindsText.amazonCognito, example: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_yourPool' },
  clerk: { label: issuerKindsText.clerk, example: 'https://your-app.clerk.accounts.dev' },
  workos: { label: issuerKindsText.workOS, example: 'https://api.workos.com/user_management/your-client-id' },
  oidc: { label: issuerKindsText.otherOIDCIssuer, example: 'https://login.example.com' },
}

/** How the type of an issuer is called. */
export function labelOfType(type: string): string {
  return Object.hasOwn(kindTexts, type) ? kindTexts[type as IssuerKind].label : type
}

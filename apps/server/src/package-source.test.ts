import { readConfig } from '@colonnade/core'
import { expect, test } from 'vitest'
import { readPackageSource, registryLines } from './package-source.ts'

test('packages are fetched as npm would, and nothing else of the environment is passed on', () => {
  const environment = {
    npm_config_registry: 'https://packages.example.com/',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
    NPM_CONFIG_USERCONFIG: '/home/ada/.npmrc',
    COLONNADE_OWNER_PASSWORD: 'secret',
  }
  expect(readConfig(environment, readPackageSource)).toEqual({
    environment: { NPM_CONFIG_REGISTRY: 'https://packages.example.com/', DENO_CERT: '/etc/ca.pem', DENO_TLS_CA_STORE: 'mozilla,system' },
    npmrcPath: '/home/ada/.npmrc',
  })
})

test('of an .npmrc only registries and who may use them are passed on', () => {
  const npmrc =
    'save-exact=true\nregistry = https://a.example.com/\n@corp:registry=https://b.example.com/\n//b.example.com/:_authToken=abc\n; registry=no\n'
  expect(registryLines(npmrc)).toBe('registry = https://a.example.com/\n@corp:registry=https://b.example.com/\n//b.example.com/:_authToken=abc\n')
})

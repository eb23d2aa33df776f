import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'

/** Who may make an account: those who were invited, or anybody with an email address. */
export const signUpRules = ['invite-only', 'open'] as const

export const InstallationSettings = z.object({ sign_up: z.enum(signUpRules) })
export type InstallationSettings = z.infer<typeof InstallationSettings>

/** What is left out stays as it is. */
export const SettingChanges = InstallationSettings.partial()
export type SettingChanges = z.infer<typeof SettingChanges>

/** What the owner of an installation decides for all of it. */
export const installation = resource('/platform/installation', {
  retrieve: get('/', { summary: 'Settings of the installation', auth: 'owner', reply: InstallationSettings }),
  update: patch('/', {
    summary: 'Change settings of the installation',
    auth: 'owner',
    audit: 'installation.updated',
    body: SettingChanges,
    reply: InstallationSettings,
  }),
})

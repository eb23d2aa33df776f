/** Texts of project transfers. Each refusal is a whole sentence, as are those of plans. */
export const refusalText = {
  branch: 'Branches can’t be transferred. Transfer the project instead; its branches move with it.',
  there: (name: string, organization: string) => `${name} already belongs to ${organization}.`,
  unsettled: (name: string, status: string) => `Wait until ${name} is stable. Its status is ${status}.`,
  restoring: (name: string) => `Wait until the restore from a backup of ${name} or one of its branches is complete.`,
  promoting: (name: string) => `Wait until the promotion of a read replica of ${name} is complete.`,
  nameTaken: (name: string, organization: string) => `Rename ${name} first. ${organization} already has a project with that name.`,
} as const

export const messages = {
  roleChanged: 'Your role has changed and no longer allows transferring this project',
  openProject: 'Open project',
  sent: {
    title: (name: string, to: string) => `${name} was transferred to ${to}`,
    message: (who: string, from: string) => `${who} transferred it with its branches. Usage up to now stays with ${from}.`,
  },
  received: {
    title: (name: string, from: string) => `${name} was transferred from ${from}`,
    message: (who: string, to: string) => `${who} transferred it to ${to} with its branches. Its usage counts here from now on.`,
  },
  mail: {
    subject: (name: string, from: string, to: string) => `${name} was transferred from ${from} to ${to}`,
    paragraphs: (who: string, name: string, from: string, to: string) => [
      `${who} transferred the project ${name}, with its branches, from ${from} to ${to}.`,
      `Usage up to now stays with ${from}. From now on, ${to} pays for the project’s usage.`,
    ],
    action: (organization: string) => `Open ${organization}`,
  },
} as const

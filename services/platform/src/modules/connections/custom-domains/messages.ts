/** Texts of custom domains: names as people type them, certificates, DNS records, and what members are notified of. */
export const nameText = {
  empty: 'Enter a name such as db.example.com',
  wildcard: 'Enter the exact name that clients connect to. Wildcards aren’t supported.',
  address: 'Enter a name such as db.example.com, not an IP address',
  notAlone: 'Enter only the name, without https://, user, port or path',
  invalid: 'This isn’t a valid domain name',
  long: (most: number) => `Enter a name of at most ${most} characters`,
  emptyPart: 'Two dots can’t follow each other, and a name can’t start with a dot',
  longPart: (start: string, length: number) => `Each part of a name has at most 63 characters; “${start}…” has ${length}`,
  invalidPart: (part: string) => `“${part}” can’t be part of a domain name. Use letters, digits, and hyphens between them.`,
  oneLabel: 'Enter a name with at least two parts, such as db.example.com',
  unreachable: (ending: string) => `Names that end in .${ending} can’t be reached from other machines`,
  reference: 'A domain can’t start with a project reference',
  installation: 'This is the name of the installation. Use a subdomain of it.',
  publicSuffix: (name: string) => `Anyone can register names under ${name}. Enter a name that you own.`,
} as const

export const certificateText = {
  hasPrivateKey: 'This field contains a private key. Paste only certificates here, and the key below.',
  notPem: 'Paste a PEM certificate. It starts with -----BEGIN CERTIFICATE-----',
  longChain: (most: number, count: number) => `A chain has at most ${most} certificates; this one has ${count}`,
  unreadable: (number: number) => `Certificate ${number} can’t be read`,
  wrongOrder: (number: number) => `The key belongs to certificate ${number}. Put that certificate first, followed by its issuer.`,
  wrongKey: 'The key belongs to another certificate',
  noName: 'no name',
  wrongName: (name: string, names: string) => `The certificate isn’t valid for ${name}. It’s valid for ${names}.`,
  wrongPurpose: 'The certificate isn’t valid for servers (TLS web server authentication)',
  leaf: 'The certificate',
  issuer: (number: number) => `Certificate ${number}`,
  expired: (which: string, day: string) => `${which} expired on ${day}`,
  early: (which: string, day: string) => `${which} isn’t valid before ${day}`,
  notIssuer: (number: number) =>
    `Certificate ${number + 1} didn’t issue certificate ${number}. Start with the domain’s certificate and follow each one with its issuer.`,
  unusable: (reason: string) => `TLS can’t use this certificate: ${reason}`,
  keyNotPem: 'Paste a PEM private key. It starts with -----BEGIN PRIVATE KEY-----',
  keyLocked: 'The key is protected by a password. Remove it first (openssl pkey -in FILE). Colonnade encrypts the key before storing it.',
  keyUnreadable: 'The private key can’t be read',
} as const

export const dnsText = {
  unknown: (what: string, answer: string | null) => `${what} could not be looked up: the DNS servers answered ${answer}`,
  txtRecord: (place: string) => `The TXT record ${place}`,
  noTxt: (place: string) => `No TXT record found at ${place}`,
  wrongTxt: (place: string, values: string) => `The TXT record at ${place} has another value: ${values}`,
  noAddress: (name: string) => `${name} has no CNAME, A or AAAA record`,
  wrongAddress: (name: string, found: string, here: string) => `${name} points to ${found} instead of ${here}`,
  hostWithoutAddress: 'which has no address',
} as const

export const domainText = {
  noPooler: 'This installation runs no connection pooler',
  branch: 'Branches can’t have a custom domain. Add one to the project instead.',
  freePlan: 'The Free plan doesn’t include custom domains. Upgrade to a paid plan to add one.',
  exists: (name: string) => `The project already has the domain ${name}. Remove it first.`,
  needsName: 'Add a custom domain by its name: POST it to /platform/projects/{ref}/custom-domain',
  released: (at: string, days: number) => `The domain was released on ${at}, because its TXT record was missing for ${days} days`,
  taken: 'Another project of this installation uses this domain',
  needsCertificate: 'Upload a certificate. The installation’s own certificate isn’t valid for this domain',
  expired: (day: string) => `The certificate expired on ${day}. Clients that verify it can’t connect.`,
} as const

export const noticeText = {
  action: 'Open domain',
  expired: {
    title: (name: string) => `The certificate of ${name} has expired`,
    message: 'Clients that verify it can’t connect. Upload a new certificate under Add-ons. Open connections stay open.',
  },
  expiring: {
    title: (name: string, day: string) => `The certificate of ${name} expires on ${day}`,
    message: 'Upload a new certificate under Add-ons before then. Open connections stay open.',
  },
  found: {
    title: (name: string, project: string) => `${name} now points to ${project}`,
    message: 'Its DNS records were verified. Database clients can connect with this name.',
  },
  lost: {
    title: (name: string) => `The DNS records of ${name} have changed`,
    message: (found: string, project: string, days: number) =>
      `${found}. Clients that use this name still reach ${project}. If the TXT record is missing for ${days} days in a row, they no longer do.`,
  },
  back: {
    title: (name: string) => `The DNS records of ${name} are correct again`,
    message: (project: string) => `Clients that use this name still reach ${project}.`,
  },
  ending: {
    title: (name: string, project: string) => `${name} reaches ${project} for one more day`,
    message: (found: string, until: string) =>
      `${found}. Restore the TXT record before ${until}. After that, clients that use this name are refused.`,
  },
  released: {
    title: (name: string, project: string) => `${name} no longer reaches ${project}`,
    message: (found: string, days: number) =>
      `${found}. The TXT record was missing for ${days} days. Set the DNS records again, or remove the domain under Add-ons.`,
  },
} as const

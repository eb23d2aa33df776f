export const certificateFormText = {
  uploadCertificate: 'Upload a certificate',
  certificateUploadedNewConnections: 'Certificate uploaded. New connections use it',
  certificateChain: 'Certificate and chain',
  pemCertificateFirstThen: (name: string | number) => `PEM: the certificate for ${name} first, then its issuers.`,
  beginCertificate: '-----BEGIN CERTIFICATE-----',
  privateKey: 'Private key',
  pemWithoutPassphraseStored: 'PEM, without a passphrase. Stored encrypted and never shown again.',
  beginPrivateKey: '-----BEGIN PRIVATE KEY-----',
  failedUploadCertificate: 'Failed to upload the certificate',
  cancel: 'Cancel',
  submit: 'Use certificate',
} as const

export const certificatePartText = {
  certificate: 'Certificate',
  uploadCertificateDomainDoesnt: 'Upload a certificate for this domain. It doesn’t work without one.',
  installationCreatesCertificateWhen: 'The installation creates a certificate when it finds the DNS records. You can also upload your own now.',
  createdRenewedInstallationValid:
    'Created and renewed by the installation, and valid for sslmode=require. For verify-full, upload a certificate that clients trust, or give clients the',
  as: 'as',
  installationsCertificateValidDomain: 'The installation’s certificate is valid for this domain.',
  uploaded: 'Uploaded by you.',
  uploadedClientsUseVerify:
    'Uploaded by you. Clients can use verify-full. psql before version 16, or on a system that doesn’t trust the issuer, needs the issuer’s certificate as sslrootcert.',
  installationsRootCertificate: 'installation’s root certificate',
  issued: 'Issued by',
  valid: 'Valid for',
  expires: 'Expires',
  sha256: 'SHA-256',
  replaceCertificate: 'Replace certificate',
  uploadCertificate: 'Upload certificate',
  removeCertificate: 'Remove certificate',
  removeUploadedCertificate: 'Remove the uploaded certificate?',
  deletesCertificateKeyNew:
    'Deletes the certificate and its key. New connections use the installation’s certificate, and clients that verify certificates must trust it to connect.',
  certificateRemoved: 'Certificate removed',
} as const

export const claimPanelText = {
  enterDomainSuchDb: 'Enter a domain, such as db.example.com',
  close: 'Close',
  addDomain: 'Add domain',
  domain: 'Domain',
  domainWhoseDnsRecords: 'Use a domain with DNS records you can edit. Non-Latin letters work.',
  dbExampleCom: 'db.example.com',
  failedAddDomain: 'Failed to add the domain',
  addOne: 'add one',
  projectDoesntHaveCustom: (whoCan: string) => `This project doesn’t have a custom domain. ${whoCan}`,
  thenClientsConnectDomain: 'Then clients connect to that domain over TLS, as',
  instead: 'instead of',
  sharedPoolersPorts: 'on the shared pooler’s ports.',
  howWorks: 'How it works',
  addDomainGetTwo: 'Add a domain to get two DNS records: one proves you own it, the other points it here.',
  colonnadeChecksDnsAutomatically: 'Colonnade checks DNS automatically, every 30 seconds at first.',
  requirements: 'Requirements',
  paidPlanNotAvailable: 'A paid plan. Not available on branches.',
  nothingRestartsExistingConnection: 'Nothing restarts. Existing connection strings keep working.',
} as const

export const connectPartText = {
  connect: 'Connect',
  copyCommand: (value: string | number) => `Copy command for ${value}`,
  sessionModeFirstThen: (projectRef: string | number) =>
    `Session mode first, then transaction mode. The domain is read from TLS (SNI), so connections must be encrypted. Without TLS, the user is postgres.${projectRef}.`,
} as const

export const dnsPartText = {
  dnsRecords: 'DNS records',
  checked: 'Checked',
  checkDnsRecords: 'check the DNS records',
  checking: 'Checking',
  checkNow: 'Check now',
  txtRecordProvesOwn: 'The TXT record that proves you own the domain is missing. Add it again, or the domain stops working on ',
  record: (type: string | number) => `${type} record`,
  type: 'Type',
  name: 'Name',
  value: 'Value',
  copy: (value: string | number) => `Copy ${value}`,
} as const

export const domainPanelText = {
  customDomain: 'Custom domain',
  connectProjectsDatabaseThrough: 'Connect to this project’s database through your own domain.',
  loadingDomain: 'Loading the domain',
  failedLoadDomain: 'Failed to load the domain',
  close: 'Close',
  dnsRecordsHaveChanged: 'Its DNS records have changed. The domain still works for now.',
  openConnectionsStayOpen: 'Open connections stay open. New connections to this domain fail.',
  removeDomain: 'Remove domain',
  remove: (name: string | number) => `Remove ${name}?`,
  refusesNewConnectionsDomain: 'Refuses new connections to this domain and deletes an uploaded certificate. Remove the DNS records yourself.',
  removed: (name: string | number) => `${name} removed`,
} as const

export const domainWordsCopy = {
  waitingDns: 'Waiting for DNS',
  needsCertificate: 'Needs a certificate',
  active: 'Active',
  dnsLost: 'DNS lost',
  found: 'Found',
  notFound: 'Not found',
  wrongValue: 'Wrong value',
  noResponse: 'No response',
  notChecked: 'Not checked',
  certificateExpiresUploadNew: (days: number) =>
    `The certificate expires in ${days === 1 ? 'one day' : `${days} days`}. Upload a new one before then.`,
  uploadNewOne: ' Upload a new one.',
  installationCreatesNewOne: ' The installation creates a new one automatically.',
  certificateExpired: 'Certificate expired',
  certificateHasExpiredSo: (what: string | number) => `The certificate has expired, so clients that verify it can’t connect.${what}`,
  proofOwnership: 'Proof of ownership',
  keepRecordColonnadeChecks: 'Keep this record: Colonnade checks it regularly.',
  address: 'Address',
  pointsInstallationAlsoUse: 'Points to this installation. You can also use A and AAAA records with the same addresses.',
  pointDomainMachineRuns:
    'Point the domain to the machine that runs this installation’s poolers, with a CNAME, A or AAAA record. Colonnade can’t check it, because COLONNADE_PUBLIC_URL isn’t set.',
} as const

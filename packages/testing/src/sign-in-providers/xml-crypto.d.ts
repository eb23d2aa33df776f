/** What the tests use of it; its own types would declare a browser's globals everywhere. */
export declare class SignedXml {
  constructor(options: { readonly privateKey: string; readonly signatureAlgorithm: string; readonly canonicalizationAlgorithm: string })
  addReference(reference: { readonly xpath: string; readonly transforms: readonly string[]; readonly digestAlgorithm: string }): void
  computeSignature(xml: string, options: { readonly location: { readonly reference: string; readonly action: 'after' } }): void
  getSignedXml(): string
}

/** The used part of its types; the whole would declare a browser's globals everywhere. */
export interface XmlElement {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly textContent: string | null
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): XmlElements
}
export interface XmlElements {
  readonly length: number
  item(index: number): XmlElement | null
}
export declare class DOMParser {
  constructor(options: { readonly errorHandler: (level: string, message: string) => void })
  parseFromString(text: string, type: 'text/xml'): { readonly documentElement: XmlElement | null | undefined }
}

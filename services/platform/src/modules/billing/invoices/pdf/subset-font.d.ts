declare module 'subset-font' {
  /** The part of a font that the characters of a text need, e.g. in one of its weights; its own options are more. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: 'sfnt'; readonly variationAxes: { readonly wght: number } },
  ): Promise<Buffer>
}

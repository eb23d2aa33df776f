import { join } from 'node:path'
import { createImageRenders, nameOfRender, type RenderImage, type RenderSource, type WantedFormat } from './image-renders.ts'
import { createKeptRenders } from './kept-renders.ts'
import type { RenderParameters } from './parameters.ts'
import { createRenderer } from './renderer.ts'

/** Renders of all projects. */
export interface Images extends AsyncDisposable {
  readonly render: RenderImage
  /** Forgets a render whose file is gone. */
  forget(source: RenderSource, parameters: RenderParameters, format: WantedFormat): void
  /** Where the renders of a family are kept. */
  folderOf(family: string): string
}

/** @param folder where the bytes of files are, a folder for each family */
export function openImages(folder: string): Images {
  const renderer = createRenderer()
  const kept = createKeptRenders()
  return {
    render: createImageRenders(renderer, kept),
    forget: (source, parameters, format) => kept.forget(source.folder, nameOfRender(source.version, parameters, format)),
    folderOf: (family) => join(folder, family, 'renders'),
    [Symbol.asyncDispose]: () => renderer[Symbol.asyncDispose](),
  }
}

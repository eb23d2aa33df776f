import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'

/** Writes .br and .gz beside every built asset that gets smaller, so that serving one costs no CPU. */
const folder = fileURLToPath(new URL('../apps/dashboard/dist/assets', import.meta.url))
const minBytes = 1_024

for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg|json|wasm)$/.test(file))) {
  const path = join(folder, name)
  const content = readFileSync(path)
  if (content.length < minBytes) continue
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}

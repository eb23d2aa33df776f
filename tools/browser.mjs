import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, withProgress } from './install.mjs'

// without windows first: it has the same engine and takes a fifth less of the processors
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** A browser for the tests: the machine's own, else Debian's package when we may install it, else the one that came from npm. */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found !== null) return found
  const asRoot = adminPrefix()
  if (process.platform === 'linux' && asRoot !== null) {
    const [first, ...rest] = [...asRoot, 'apt-get']
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
    const install = (name) => run(first, [...rest, 'install', '-y', '-qq', '--no-install-recommends', name], quiet)
    await withProgress('Installing Chromium for the tests', async () => {
      await run(first, [...rest, 'update', '-qq'], quiet)
      // older systems have it only with windows
      await install('chromium-headless-shell').catch(() => install('chromium'))
    }).catch((error) => console.log(`  ${error.message}`))
    const installed = findBrowser()
    if (installed !== null) return installed
  }
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...applications]
  return paths.find((path) => existsSync(path)) ?? null
}

/** What goes before a command to run it as root; null when we may not. */
function adminPrefix() {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null
}

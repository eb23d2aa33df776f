import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Everything of one cluster, or of a ready copy that waits to become one: the same folder, renamed. */
export interface ClusterPaths {
  readonly folder: string
  readonly data: string
  /** jsonlog of the server */
  readonly log: string
  /** what the server prints before its log is open */
  readonly startupLog: string
  readonly settings: string
  readonly description: string
  readonly socket: string
}

export interface HomePaths {
  readonly home: string
  readonly engines: string
  readonly templates: string
  readonly pool: string
  readonly clusters: string
  /** of all clusters; only we may enter it */
  readonly backups: string
  /** clusters out of backups that nobody has put in place yet */
  readonly restored: string
  /** and those that are being put in place */
  readonly replacing: string
  /** clusters replaced by an upgrade, until nothing needs them */
  readonly replaced: string
  /** where files are assembled until complete */
  readonly making: string
  /** where files wait for deletion */
  readonly trash: string
  /** folders hidden from servers; empty if servers run as their own users, or the machine can't hide folders */
  readonly hidden: readonly string[]
  /** six characters that distinguish this home from others on the machine, in process titles and in folders outside of it */
  readonly mark: string
  cluster(ref: string): ClusterPaths
  /** Folder of the WAL that was archived. */
  wal(ref: string): string
  /** Folder of a backup. */
  backup(ref: string, id: string): string
}

/** Longest path of a unix socket: sun_path holds 108 bytes on Linux and 104 on macOS, the last one zero. */
const maxSocketBytes = 103

/**
 * Where everything is. `home` is a real path (no links), `cache` where engines and templates are kept (usually the same), `temporary`
 * the machine's folder for sockets whose path under the home would be too long; `hidden` what no server may see.
 */
export function homePaths(home: string, cache: string, temporary: string, hidden: readonly string[] = []): HomePaths {
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 6)
  return {
    home,
    engines: join(cache, 'engines'),
    templates: join(cache, 'templates'),
    pool: join(home, 'pool'),
    clusters: join(home, 'clusters'),
    backups: join(home, 'backups'),
    restored: join(home, 'restored'),
    replacing: join(home, 'replacing'),
    replaced: join(home, 'replaced'),
    making: join(home, 'making'),
    trash: join(home, 'trash'),
    hidden,
    mark,
    wal: (ref) => join(home, 'backups', ref, 'wal'),
    backup: (ref, id) => join(home, 'backups', ref, id),
    cluster(ref) {
      const paths = clusterPaths(join(home, 'clusters', ref))
      return fitsSocket(paths.socket) ? paths : { ...paths, socket: join(temporary, `colonnade-${mark}`, ref) }
    },
  }
}

/** The files of a cluster whose folder is at `folder`. */
export function clusterPaths(folder: string): ClusterPaths {
  return {
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'log'),
    startupLog: join(folder, 'startup.log'),
    settings: join(folder, 'settings.conf'),
    description: join(folder, 'cluster.json'),
    socket: join(folder, 'socket'),
  }
}

/** Whether a socket in that folder has a path that the kernel takes. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.65535')) <= maxSocketBytes
}

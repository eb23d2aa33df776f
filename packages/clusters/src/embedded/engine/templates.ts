import { tmpdir } from 'node:os'
import type { Logger } from '@colonnade/core'
import type { Accounts } from '../storage/accounts.ts'
import type { Engine } from './engine.ts'
import type { Engines } from './engines.ts'
import { openTemplate, removeOtherTemplates, type Template, templateName } from './template.ts'

/** A template for each engine, found or made when it is first asked for. */
export interface Templates {
  of(engine: Engine): Promise<Template>
  /** Deletes templates that none of these engines uses. */
  removeOthers(engines: Engines): Promise<void>
}

export interface TemplatesOptions {
  readonly folder: string
  readonly accounts: Accounts
  readonly logger: Logger
}

export function createTemplates({ folder, accounts, logger }: TemplatesOptions): Templates {
  const opened = new Map<string, Promise<Template>>()
  const open = async (engine: Engine): Promise<Template> => {
    const account = accounts.next()
    try {
      return await openTemplate({ engine, folder, temporary: tmpdir(), account, logger })
    } catch (error) {
      opened.delete(engine.version)
      throw error
    } finally {
      accounts.free(account)
    }
  }
  return {
    of(engine) {
      const known = opened.get(engine.version) ?? open(engine)
      opened.set(engine.version, known)
      return known
    },
    async removeOthers({ versions }) {
      await removeOtherTemplates(folder, await Promise.all(versions.map(templateName)))
    },
  }
}

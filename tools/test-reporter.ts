import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** What one suite came to. `failures` has a text for each failed test, file that broke, and error that no test caught. */
export interface SuiteReport {
  passed: number
  failures: string[]
}

/** A line per file as it ends, each failure at once, and the whole as JSON in the file that `COLONNADE_TEST_REPORT` names. */
export default class TestReporter implements Reporter {
  readonly #report: SuiteReport = { passed: 0, failures: [] }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') this.#report.passed += 1
    if (state === 'failed') this.#failed(`${pathOf(test.module)} > ${test.fullName}`, errors)
  }

  onTestModuleEnd(module: TestModule): void {
    const broken = [...module.children.allSuites()].flatMap((suite) => suite.errors())
    const errors = [...module.errors(), ...broken]
    if (errors.length > 0) this.#failed(pathOf(module), errors)
    const seconds = (module.diagnostic().duration / 1000).toFixed(1)
    console.log(`${module.ok() ? '✓' : '✗'} ${pathOf(module)}  ${[...module.children.allTests()].length} tests, ${seconds} s`)
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const error of unhandled) {
      const during = error['VITEST_TEST_NAME'] ?? error['VITEST_TEST_PATH']
      this.#failed(`An error that no test caught${during === undefined ? '' : `, during or after ${String(during)}`}`, [error])
    }
    const path = process.env['COLONNADE_TEST_REPORT']
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#report))
  }

  #failed(what: string, errors: readonly SerializedError[]): void {
    const failure = [what, ...errors.map(textOf)].join('\n')
    this.#report.failures.push(failure)
    console.log(`✗ ${failure}`)
  }
}

function pathOf(module: TestModule): string {
  return relative(module.project.config.root, module.moduleId)
}

/** The message, what was expected and what came, and where; without colours, which a log doesn't show. */
function textOf({ message, diff, stacks, stack }: SerializedError): string {
  const places = stacks?.map(({ file, line, column }) => `    at ${file}:${line}:${column}`) ?? [stack ?? '']
  return stripVTControlCharacters([message, diff ?? '', ...places].filter((part) => part !== '').join('\n'))
}

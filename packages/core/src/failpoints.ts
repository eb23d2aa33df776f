/**
 * A point where tests can crash the process or fail an operation. Long-running work calls one before and one after each step, so that tests
 * can stop it at each of them. In production they do nothing.
 */
export type Failpoint = (name: string) => void | Promise<void>

export const noFailpoint: Failpoint = () => {}

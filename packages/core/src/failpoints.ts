/**
 * A place where a process may be made to die or an operation to fail. Long-lived work passes one before and one after each step,
 * so that tests can stop it at any of them; in production all of them do nothing.
 */
export type Failpoint = (name: string) => void | Promise<void>

export const noFailpoint: Failpoint = () => {}

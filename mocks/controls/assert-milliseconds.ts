/** @throws A TypeError if the clock cannot advance by the value. */
export function assertMilliseconds(by: number): void {
  if (!Number.isFinite(by)) throw new TypeError(`clock.advance: must be a number of milliseconds, received ${by}`);
}

/** Whether HTTP forbids a body in a response with this status. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Whether the pattern of a fault includes an operation, or a smaller pattern. */
export function matchesPattern(pattern: string, operation: string | undefined): boolean {
  if (pattern === '*' || pattern === operation) return true;
  return pattern.endsWith('.*') && operation?.startsWith(pattern.slice(0, -1)) === true;
}

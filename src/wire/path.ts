// A proxy can decode `%2f`, and a server behind it `%252f`.

/** Whether a text becomes more than one segment of a path, for a server or a proxy that decodes it. */
export function hasSeparator(text: string): boolean {
  return /[/\\]|%(25)*(2f|5c)/i.test(text);
}

/**
 * Whether a path has a segment `.` or `..`, which leads to another path, for a server or a proxy that decodes it. Some
 * servers drop what follows a semicolon in a segment.
 */
export function hasDotSegment(path: string): boolean {
  return /([/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}([/\\;]|%(25)*(2f|5c|3b)|$)/i.test(path);
}

/** Legal choices that the kit accuses. A test fails as soon as an entry is not needed any more. */
export const variantGaps: ReadonlySet<string> = new Set(['productName=combined']);

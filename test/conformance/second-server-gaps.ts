/** Legal choices that the kit accuses. A test fails as soon as an entry is not needed any more. */
export const variantGaps: ReadonlySet<string> = new Set([
  'productRequires=description',
  'productRequires=reference',
  'productRequires=inventory[sku]',
  'productRequires=settings[unit_per_pack]',
  'productRequires=catalog_ids',
  'productName=combined',
  'values=plausible',
  'values=normalized',
  'failures=500',
  'failures=502',
  'failures=502 after the work',
]);

const places = ['Alder', 'Birch', 'Cedar', 'Dover', 'Elm', 'Fern', 'Grove', 'Harbor', 'Juniper', 'Linden'];
const trades = ['Works', 'Supply', 'Interiors', 'Studio', 'Logistics', 'Partners', 'Foods', 'Textiles'];
const firstNames = ['Ada', 'Ben', 'Chloe', 'David', 'Elena', 'Felix', 'Grace', 'Hugo', 'Iris', 'Jonas'];
const lastNames = ['Keller', 'Lopez', 'Moreau', 'Novak', 'Okafor', 'Petrov', 'Quinn', 'Rossi', 'Silva', 'Tanaka'];
const styles = ['Oak', 'Steel', 'Linen', 'Walnut', 'Compact', 'Classic', 'Modular', 'Folding', 'Cotton', 'Glass'];
const products = ['desk', 'chair', 'shelf', 'lamp', 'cabinet', 'table', 'bench', 'stool'];
const groups = ['desks', 'chairs', 'shelves', 'lamps', 'cabinets', 'tables', 'benches', 'stools'];

/** Believable names for records. Each function returns a different name for each number from 1. */
export const sampleNames = {
  company: sequence(combine(places, trades)),
  firstName: sequence(firstNames),
  lastName: sequence(lastNames),
  product: sequence(combine(styles, products)),
  group: sequence(combine(styles, groups)),
  street: sequence(combine(places, ['Street', 'Avenue', 'Road'])),
};

function combine(first: readonly string[], second: readonly string[]): string[] {
  return second.flatMap((last) => first.map((word) => `${word} ${last}`));
}

/** After the last name, the names repeat with a number. */
function sequence(names: readonly string[]): (n: number) => string {
  return (n) => {
    const round = Math.ceil(n / names.length);
    const name = names[(n - 1) % names.length] ?? '';
    return round === 1 ? name : `${name} ${round}`;
  };
}

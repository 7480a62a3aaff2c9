import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findLink } from '../../src/wire/link-header.ts';

const url = 'https://api.example.com/api/customers?page=1';
const next = (header: string | null | undefined) => findLink(header, 'next', url);

describe('findLink finds', () => {
  test.each([
    ['a quoted relation', '</a>; rel="next"'],
    ['a relation without quotes', '</a>;rel=next'],
    ['a comma in quotes before', '</b>; title="x, y"; rel="last", </a>; rel="next"'],
    ['a comma in quotes of the link', '</a>; title="x, y"; rel="next"'],
    ['a semicolon in quotes', '</a>; title="x; y"; rel="next"'],
    ['another link in quotes', '</b>; title="<c>; rel=next, "; rel=last, </a>; rel="next"'],
    ['an escaped quote', '</a>; title="a \\"b\\", <c>; rel=last"; rel="next"'],
    ['an escaped backslash', '</a>; title="a\\\\"; rel="next"'],
    ['escapes in the relation', '</a>; rel="\\n\\ext"'],
    ['several relations', '</a>; rel="last\tnext  up"'],
    ['an upper-case relation', '</a>; REL="NEXT"'],
    ['white space', '  < /a >  ;  rel  =  "next"  '.replace('< /a >', '</a>')],
    ['no white space', '</b>;rel=prev,</a>;rel=next'],
    ['several headers', '</b>; rel="first", </c>; rel="last", </a>; rel="next"'],
    ['the first of several', '</a>; rel="next", </b>; rel="next"'],
    ['the first relation of a link', '</b>; rel="last"; rel="next", </a>; rel="next"; rel="last"'],
    ['a parameter without a value', '</a>; crossorigin; rel="next"'],
    ['an empty parameter', '</a>;; rel="next";'],
    ['empty elements', ', ,</a>; rel="next",'],
    ['an encoded parameter', "</a>; title*=UTF-8''n%c3%a4chste; rel=next"],
    ['garbage before', 'rel="next", /c; rel=next, </a>; rel="next"'],
    ['an anchor that is the response', `</a>; rel=next; anchor="${url}"`],
    ['an empty anchor', '</a>; rel=next; anchor=""'],
    ['a relative anchor', '</a>; rel=next; anchor="customers?page=1"'],
    ['a link of the response after that of another', '</b>; rel=next; anchor="/other", </a>; rel="next"'],
  ])('%s', (_, header) => {
    expect(next(header)).toBe('/a');
  });

  test('a target as it is', () => {
    const targets = ['', '?page=2', '../x', 'https://other.example/a,b;c', '/a"b', '//host/a', '/a?b=<c'];
    for (const target of targets) expect(next(`<${target}>; rel="next"`)).toBe(target);
  });
});

describe('findLink finds no link in', () => {
  test.each([
    null,
    undefined,
    '',
    ',',
    '</a>',
    '/a; rel=next',
    'rel="next"',
    '</a>; rel="prev"',
    '</a>; rel="nextpage next-1"',
    '</a>; rev="next"',
    '</a>; relation=next',
    '</a>; title="next"',
    '</a>; title="; rel=next"',
    '</a>; "; rel=next"',
    '</a>; title="x\\"; rel=next"',
    '</a>; title="unclosed; rel="next',
    '</a; rel="next"',
    '</a> x; rel="next"',
    '</a>; rel=next; anchor="/api/products"',
    '</a>; rel=next; anchor="#part"',
    '</a>; rel=next; anchor="http://["',
  ])('%j', (header) => {
    expect(next(header)).toBeUndefined();
  });

  test('any long header, and reads each part of it twice', () => {
    const match = vi.spyOn(String.prototype, 'match');
    onTestFinished(() => match.mockRestore());
    for (const part of ['<', '"', '\\', ';', ',', '="', '<>', '"\\', ';rel', ' ', '<a>;"', '=']) {
      for (const header of [part.repeat(100_000), `<a>;${part.repeat(100_000)}`]) {
        match.mockClear();
        expect(next(header)).toBeUndefined();
        const read = match.mock.contexts.map((text) => String(text).length).reduce((sum, length) => sum + length, 0);
        expect(read).toBeLessThanOrEqual(2 * header.length);
      }
    }
  });
});

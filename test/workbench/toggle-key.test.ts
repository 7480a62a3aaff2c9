import { expect, test } from 'vitest';
import { matchesShortcut, parseShortcut } from '../../mocks/workbench/panel/toggle-key.ts';

const modifiers = { altKey: true, shiftKey: true, ctrlKey: false, metaKey: false };
const shortcut = parseShortcut('Alt+Shift+M');

test.for([
  ['a US layout', { key: 'M', code: 'KeyM' }],
  ['AZERTY, where M is next to L', { key: 'M', code: 'Semicolon' }],
  ['macOS, where Alt makes another character', { key: 'Â', code: 'KeyM' }],
  ['a Cyrillic layout', { key: 'Ь', code: 'KeyM' }],
] as const)('Alt+Shift+M opens the panel with %s', ([, key]) => {
  expect(matchesShortcut({ ...modifiers, ...key } as KeyboardEvent, shortcut)).toBe(true);
});

test.for([
  ['the comma of AZERTY, at the place of M', { key: '?', code: 'KeyM' }],
  ['the V of Dvorak, at another place', { key: 'V', code: 'Period' }],
  ['no Alt', { key: 'M', code: 'KeyM', altKey: false }],
  ['Ctrl in addition', { key: 'M', code: 'KeyM', ctrlKey: true }],
] as const)('Alt+Shift+M does not match: %s', ([, key]) => {
  expect(matchesShortcut({ ...modifiers, ...key } as KeyboardEvent, shortcut)).toBe(false);
});

test('a digit matches although Shift makes another character of it', () => {
  const digit = { ...modifiers, key: '!', code: 'Digit1' } as KeyboardEvent;
  expect(matchesShortcut(digit, parseShortcut('Alt+Shift+1'))).toBe(true);
});

/** The actions of a user who has a keyboard and no mouse. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** No page of the tests has more controls. */
const maxPresses = 200;

const hasFocus = (element: Element) => element.matches(':focus');

/** Presses Tab until a control has the focus. The focus must be visible at each stop. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  if (await control.evaluate(hasFocus)) return;
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press(key);
    const { isReached, focus } = await control.evaluate(lookAtFocus);
    expect(focus).toMatch(/ visible$/);
    if (isReached) return;
  }
  throw new Error(`Tab does not reach ${control}`);
}

/** Moves to a control and presses a key. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Waits until an element has the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate(hasFocus)).toBe(true);
}

/** Says whether a control has the focus, and whether the focused element has an outline: `BUTTON "Save" visible`. */
function lookAtFocus(control: Element): { isReached: boolean; focus: string } {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!focused) return { isReached: false, focus: 'nothing' };
  const isOutlined = (element: Element | null) =>
    element !== null && getComputedStyle(element).outlineStyle !== 'none' && element.getClientRects().length > 0;
  // The outline of a switch is around its track, and that of a grid around its cell too.
  const isVisible = isOutlined(focused) || isOutlined(focused.nextElementSibling);
  const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40);
  const focus = `${focused.tagName} ${JSON.stringify(name)} ${isVisible ? 'visible' : 'invisible'}`;
  return { isReached: control.matches(':focus'), focus };
}

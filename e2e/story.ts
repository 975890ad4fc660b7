import { test as base } from '@playwright/test';

interface Console {
  /** Errors that the story provokes, as a refused login does. */
  readonly expectedErrors: readonly RegExp[];
  readonly quietConsole: undefined;
}

/** A story also fails when the browser reports an error on the way. */
export const test = base.extend<Console>({
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => note(error.message));
      await use(undefined);
      base.expect(errors, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageRule, usePaper } from './printing.ts';

const rules: string[] = [];
beforeEach(() => {
  // The test's document knows no style sheets that are made by code.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      readonly replaceSync = (text: string) => rules.push(text);
    },
  );
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true });
});
afterEach(() => {
  rules.length = 0;
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
});

const margins = () => ({ left: 'Front Range', middle: 'People', right: '11-17-2026 10:42 AM' });
const Paper = () => {
  usePaper(margins);
  return null;
};

it('each sheet says agency, page and moment; a name with quotes stays a text', () => {
  const rule = pageRule({ ...margins(), left: 'Ann "Home" \\ Care }\n' });
  expect(rule).toContain('@top-left { content: "Ann \\"Home\\" \\\\ Care } ";');
  expect(rule).toContain('@top-right { content: "11-17-2026 10:42 AM";');
});

it('is light on paper, and afterwards as dark as before', () => {
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', 'dark');
  render(<Paper />);
  window.dispatchEvent(new Event('beforeprint'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
  expect(rules).toEqual([pageRule(margins())]);
  window.dispatchEvent(new Event('afterprint'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
});

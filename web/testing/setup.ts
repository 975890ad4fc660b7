import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { forgetKept } from '../src/platform/kept.ts';
import { endHadSession, forgetAnswers } from '../src/platform/send.ts';
import { adoptOffset } from '../src/platform/server-time.ts';
import { forgetSession } from '../src/platform/session.ts';
import { closeAllToasts } from '../src/platform/toasts.ts';
import { loadMenus } from '../src/ui/ButtonMenu.tsx';
import { loadDialogs } from '../src/ui/Dialog.tsx';

// What a screen shows is waited for, however loaded the machine is.
configure({ asyncUtilTimeout: 60_000 });

// happy-dom has no font loading; Mantine's text areas ask for it.
const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve(), status: 'loaded' });
Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });

// In the browser they travel after the first page.
await Promise.all([loadDialogs(), loadMenus()]);

// Files share what they import, and so what is kept between pages: each begins in a browser that nobody has used.
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  forgetSession();
  forgetKept();
  forgetAnswers();
  endHadSession();
  closeAllToasts();
  adoptOffset(0);
  localStorage.clear();
  sessionStorage.clear();
});

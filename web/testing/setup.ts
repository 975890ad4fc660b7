import { configure } from '@testing-library/react';
import { loadDialogs } from '../src/ui/Dialog.tsx';

// What a screen shows is waited for, however loaded the machine is.
configure({ asyncUtilTimeout: 60_000 });

// happy-dom has no font loading; Mantine's text areas ask for it.
const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve(), status: 'loaded' });
Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });

// In the browser they travel after the first page.
await loadDialogs();

// happy-dom has no font loading; Mantine's text areas ask for it.
const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve(), status: 'loaded' });
Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });

export {};

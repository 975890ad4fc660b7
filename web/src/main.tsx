// Anyone who is not signed in gets the form alone, which is small; the application follows while they type. A client's family
// have a page of their own.
import { fetchApplication } from './app/application.ts';

if (/^\/family\/?$/i.test(location.pathname)) {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  (await import('./app/start-family.tsx')).startFamily();
} else if (localStorage.getItem('role')) (await fetchApplication()).start();
else (await import('./app/start-sign-in.tsx')).startSignIn();

// Anyone who is not signed in gets the form alone, which is small; the application follows while they type.
import { fetchApplication } from './app/application.ts';

if (localStorage.getItem('role')) (await fetchApplication()).start();
else (await import('./app/start-sign-in.tsx')).startSignIn();

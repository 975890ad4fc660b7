import { afterEach, expect, it } from 'vitest';
import { forgetSession, keepSession } from '../platform/session.ts';
import { router } from './router.tsx';

const signInAs = (role: 'admin' | 'evv', first_page: 'today' | 'people' = 'people') =>
  keepSession(
    {
      uid: 1,
      current_id: 1,
      full_name: 'Marisol Reyes',
      role,
      evv_id: 7,
      reset_password: 0,
      first_page,
    },
    role,
    'demo',
  );
const open = async (href: string) => {
  await router.navigate({ href });
  return router.state.location.href;
};

afterEach(forgetSession);

it('leads who is signed in away from the form', async () => {
  signInAs('admin');
  expect(await open('/login')).toBe('/dashboard');
  expect(await open('/login?redirect=%2Fcareplanlist')).toBe('/careplanlist');
  signInAs('admin', 'today');
  expect(await open('/login')).toBe('/today');
  signInAs('evv', 'today');
  expect(await open('/login?redirect=%2Fcareplanlist')).toBe('/evv');
});

it('shows an unknown address inside the frame, and asks who is not signed in to do so first', async () => {
  signInAs('admin');
  await open('/nowhere/at-all');
  expect(router.state.matches.map(({ routeId }) => routeId)).toEqual(['__root__', '/shell', '/shell/$']);
  forgetSession();
  expect(await open('/nowhere')).toBe('/login?redirect=%2Fnowhere');
});

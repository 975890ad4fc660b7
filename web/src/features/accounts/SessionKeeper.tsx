import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { perform } from '../../platform/form/use-action.ts';
import { markAllStale } from '../../platform/query.ts';
import { lastKeptAlive, markKeptAlive, whenMustEnrol } from '../../platform/send.ts';
import { currentSession, keepSession } from '../../platform/session.ts';
import { waitForSignIn } from '../../platform/sign-in-again.ts';
import { PasswordDialog, SetupDialog } from './lazy-dialogs.ts';
import { StillThereDialog } from './session-dialogs.ts';

const TOUCH_EVERY = 60_000;
const WARN_BEFORE = 120_000;
const LOOK_EVERY = 1000;

const minutes = (milliseconds: number) => {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Other tabs keep the same session alive, so one message among them is enough. */
const useOtherTabs = () =>
  useEffect(() => {
    const channel = new BroadcastChannel('homecare-session');
    channel.onmessage = () => markKeptAlive();
    return () => channel.close();
  }, []);

/**
 * Keeps the session alive while the user works. Input sends a touch at most once a minute; two minutes before the end a
 * warning appears, and at the end the user is asked to sign in again on top of the page.
 */
export const SessionKeeper = () => {
  const [idleMinutes, setIdleMinutes] = useState<number>();
  const [left, setLeft] = useState<number>();
  const [mustChange, setMustChange] = useState(false);
  const [mustEnrol, setMustEnrol] = useState(false);
  useOtherTabs();

  const touch = useCallback(async () => {
    const sent = await perform({ call: touchSession }, {});
    // Signed out while the answer was on its way.
    if (!sent.ok || !currentSession()) return;
    const { idleMinutes: idle, site, login, ...values } = sent.data;
    keepSession(values, login, site);
    setIdleMinutes(idle);
    setLeft(undefined);
    setMustChange(values.reset_password === 1);
    setMustEnrol(values.must_enrol === 1);
  }, []);

  useEffect(() => {
    void touch();
    whenMustEnrol(() => void touch());
    return () => whenMustEnrol(() => undefined);
  }, [touch]);

  useEffect(() => {
    let touching = false;
    const onInput = () => {
      if (touching || performance.now() - lastKeptAlive() < TOUCH_EVERY) return;
      touching = true;
      void touch().finally(() => {
        touching = false;
      });
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const name of events) document.addEventListener(name, onInput, { passive: true });
    return () => {
      for (const name of events) document.removeEventListener(name, onInput);
    };
  }, [touch]);

  useEffect(() => {
    if (!idleMinutes) return;
    let asked = false;
    const timer = window.setInterval(() => {
      const remaining = lastKeptAlive() + idleMinutes * 60_000 - performance.now();
      if (remaining > WARN_BEFORE) {
        asked = false;
        setLeft(undefined);
      } else if (remaining > 0) setLeft(remaining);
      else if (!asked) {
        asked = true;
        setLeft(undefined);
        void waitForSignIn().then((signedIn) => (signedIn ? touch() : undefined));
      }
    }, LOOK_EVERY);
    return () => window.clearInterval(timer);
  }, [idleMinutes, touch]);

  if (mustChange)
    return (
      <Suspense>
        <PasswordDialog
          onChanged={() => {
            setMustChange(false);
            void markAllStale();
          }}
        />
      </Suspense>
    );
  if (mustEnrol)
    return (
      <Suspense>
        <SetupDialog
          onDone={() => {
            setMustEnrol(false);
            void markAllStale();
          }}
        />
      </Suspense>
    );
  return (
    <Suspense>
      {left !== undefined && <StillThereDialog left={minutes(left)} onStay={() => void touch()} />}
    </Suspense>
  );
};

import type { CDPSession, Page } from '@playwright/test';

/** The lock of a computer or phone: it keeps passkeys and is opened by its owner. */
export const addLock = async (page: Page): Promise<{ session: CDPSession; authenticatorId: string }> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
};

import { SET_UP_STEPS, type SetUpStep } from '@homecare/domain/set-up/schema.ts';

/** The set-up of an agency, with a URL below it for each step. */
export const SET_UP = '/setup';

export const pathOfStep = (step: SetUpStep) => `${SET_UP}/${step}`;

export const stepOfPath = (pathname: string): SetUpStep | undefined => {
  const part = pathname.toLowerCase().split('/')[2];
  return SET_UP_STEPS.find((step) => step === part);
};

import { runLonger } from './longer-test.ts';

/** 300 caregivers, 40 call-outs a day, 30 days, with the autopilot and with a scheduler who phones. */
runLonger('offer-agency.test.ts', {
  AGENCY_CAREGIVERS: '300',
  AGENCY_DAYS: '30',
  AGENCY_CALL_OUTS: '40',
  AGENCY_PICTURE: 'docs/img/covers.svg',
});

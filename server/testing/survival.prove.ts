import { runLonger } from './longer-test.ts';

/** At least 20,000 acknowledged writes over 200 kills of the application and 100 of PostgreSQL, none lost. */
runLonger('survival.test.ts', {
  SURVIVAL_APP_KILLS: '200',
  SURVIVAL_DATABASE_KILLS: '100',
  SURVIVAL_ACKNOWLEDGED: '20000',
});

import type { Job } from '../platform/jobs/job.ts';
import { mailReports } from './service.ts';

/** Runs every hour: the first run after six on a Monday works, and the next one catches up if the server was stopped. */
export const reportMailsJob: Job = {
  name: 'report-mails',
  every: { minutes: 60, at: 3 },
  run: mailReports,
};

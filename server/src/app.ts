import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { accessLogRoutes } from './access-log/routes.ts';
import { accountingRoutes } from './accounting/routes.ts';
import { passwordLink } from './accounts/first-password.ts';
import { accountRoutes } from './accounts/routes.ts';
import { purgeThrottle } from './accounts/throttle.ts';
import { addressRoutes } from './addresses/routes.ts';
import { agencyExportJob } from './agency-export/jobs.ts';
import { agencyExportRoutes } from './agency-export/routes.ts';
import { photoSweeper } from './agency-forms/photos.ts';
import { agencyFormRoutes } from './agency-forms/routes.ts';
import { aggregatorJob } from './aggregator/jobs.ts';
import { aggregatorRoutes } from './aggregator/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { authorizationRoutes } from './authorizations/routes.ts';
import { availabilityRoutes } from './availability/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { booksJob } from './books/jobs.ts';
import { bookRoutes } from './books/routes.ts';
import { bulkMessagesJob } from './bulk-messages/jobs.ts';
import { bulkMessageRoutes } from './bulk-messages/routes.ts';
import { calculatorRoutes } from './calculator/routes.ts';
import { candidateRoutes } from './candidates/routes.ts';
import { carePlanRoutes } from './care-plans/routes.ts';
import { claimRoutes } from './claims/routes.ts';
import { eligibilityRoutes } from './eligibility/routes.ts';
import { exclusionRoutes } from './exclusions/routes.ts';
import { familyCalendarLink } from './family/calendar.ts';
import { familyJob } from './family/jobs.ts';
import { familyLink } from './family/links.ts';
import { familyRoutes } from './family/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { findRoutes } from './find/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { incidentRoutes } from './incidents/routes.ts';
import { listExportRoutes } from './list-export/routes.ts';
import { listViewRoutes } from './list-views/routes.ts';
import { sealLogsJob } from './log-seals/jobs.ts';
import { marginRoutes } from './margin/routes.ts';
import { confirmationLink } from './messaging/confirmations.ts';
import { imageLink, imageSweeper } from './messaging/images.ts';
import { messagingJob } from './messaging/jobs.ts';
import { messagingRoutes } from './messaging/routes.ts';
import { monthCloseJob } from './month-close/jobs.ts';
import { monthCloseRoutes } from './month-close/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { offersJob } from './offers/jobs.ts';
import { offerLink } from './offers/link.ts';
import { offerRoutes } from './offers/routes.ts';
import { keepText } from './offers/texts.ts';
import { payerRoutes } from './payers/routes.ts';
import { payrollRoutes } from './payroll/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { peopleFormRoutes } from './people-forms/routes.ts';
import { peopleImportRoutes } from './people-import/routes.ts';
import { planDocumentRoutes } from './plan-documents/routes.ts';
import { documentLink } from './plan-documents/send-link.ts';
import { planTypeRoutes } from './plan-types/routes.ts';
import { fileSweeper } from './platform/files/sweep.ts';
import { type Registry, register } from './platform/http/registry.ts';
import { housekeeping } from './platform/jobs/housekeeping.ts';
import type { Job } from './platform/jobs/job.ts';
import type { Machine } from './platform/site/machine.ts';
import type { Sites } from './platform/site/sites.ts';
import { possibleProviderRoutes } from './possible-providers/routes.ts';
import { privatePayRoutes } from './private-pay/routes.ts';
import { recordLogRoutes } from './record-log/routes.ts';
import { reportMailsJob } from './report-mails/jobs.ts';
import { reportMailRoutes } from './report-mails/routes.ts';
import { PAGE_CALLS, reportRoutes } from './reports/routes.ts';
import { feedLink } from './schedule/feeds.ts';
import { scheduleRoutes } from './schedule/routes.ts';
import { setUpRoutes } from './set-up/routes.ts';
import { signingLink } from './signing/link.ts';
import { signingRoutes } from './signing/routes.ts';
import { siteRoutes } from './sites/routes.ts';
import { coverNewsJob } from './staffing/cover-news.ts';
import { staffingRoutes } from './staffing/routes.ts';
import { telephonyRoutes } from './telephony/routes.ts';
import { readScansJob } from './timesheets/jobs.ts';
import { timesheetRoutes } from './timesheets/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { visitStoryRoutes } from './visit-story/routes.ts';
import { missedVisitsJob, rollForwardJob } from './visits/jobs.ts';
import { visitRoutes } from './visits/routes.ts';
import { webhooksJob } from './webhooks/jobs.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { weekFiguresRoutes } from './week-figures/routes.ts';

const ALL_CALLS = [...DECLARED_CALLS, ...PAGE_CALLS];

/** The purposes of links by token. */
const LINKS = [
  confirmationLink,
  documentLink,
  signingLink,
  passwordLink,
  imageLink,
  offerLink,
  feedLink,
  familyLink,
  familyCalendarLink,
];

/** Routes that need nothing of the process. */
const ROUTES = [
  ...webhookRoutes,
  ...agencyExportRoutes,
  ...agencyFormRoutes,
  ...peopleRoutes,
  ...addressRoutes,
  ...familyRoutes,
  ...fileRoutes,
  ...exclusionRoutes,
  ...incidentRoutes,
  ...findRoutes,
  ...candidateRoutes,
  ...carePlanRoutes,
  ...planTypeRoutes,
  ...visitRoutes,
  ...visitStoryRoutes,
  ...scheduleRoutes,
  ...aggregatorRoutes,
  ...signingRoutes,
  ...telephonyRoutes,
  ...offerRoutes,
  ...bulkMessageRoutes,
  ...possibleProviderRoutes,
  ...listExportRoutes,
  ...listViewRoutes,
  ...accessLogRoutes,
  ...recordLogRoutes,
  ...eligibilityRoutes,
  ...staffingRoutes,
  ...timesheetRoutes,
  ...noticeRoutes,
  ...todayRoutes,
  ...weekFiguresRoutes,
  ...peopleFormRoutes,
  ...peopleImportRoutes,
  ...planDocumentRoutes,
  ...billingRoutes,
  ...authorizationRoutes,
  ...claimRoutes,
  ...bookRoutes,
  ...monthCloseRoutes,
  ...marginRoutes,
  ...accountingRoutes,
  ...payrollRoutes,
  ...reportRoutes,
  ...reportMailRoutes,
  ...calculatorRoutes,
  ...availabilityRoutes,
  ...payerRoutes,
  ...privatePayRoutes,
];

/** Binds every feature; the one place that knows them all. */
export const buildRegistry = (sites: Sites, machine: Machine): Registry =>
  register(
    ALL_CALLS,
    [
      ...ROUTES,
      ...accountRoutes(sites),
      ...apiKeyRoutes(ALL_CALLS),
      ...siteRoutes(sites),
      ...setUpRoutes(sites),
      ...messagingRoutes({ keep: keepText }),
      ...healthRoutes(machine),
    ],
    LINKS,
  );

export const JOBS: readonly Job[] = [
  housekeeping([purgeThrottle, ({ accessLog }) => accessLog.adopt()]),
  fileSweeper,
  imageSweeper,
  photoSweeper,
  aggregatorJob,
  messagingJob,
  familyJob,
  offersJob,
  coverNewsJob,
  rollForwardJob,
  missedVisitsJob,
  readScansJob,
  bulkMessagesJob,
  booksJob,
  monthCloseJob,
  reportMailsJob,
  sealLogsJob,
  webhooksJob,
  agencyExportJob,
];

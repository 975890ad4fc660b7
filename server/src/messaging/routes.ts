import {
  deleteTemplate,
  findCaseManager,
  getSendLog,
  getTemplates,
  insertTemplate,
  queueEmail,
  queueSms,
  sendConfirmation,
  updateTemplate,
} from '@homecare/domain/messaging/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as confirmations from './confirmations.ts';
import * as messaging from './service.ts';

export const messagingRoutes = [
  bind(getTemplates, messaging.getTemplates),
  bind(insertTemplate, messaging.insertTemplate),
  bind(updateTemplate, messaging.updateTemplate),
  bind(deleteTemplate, messaging.deleteTemplate),
  bind(queueSms, messaging.queueSms),
  bind(queueEmail, messaging.queueEmail),
  bind(getSendLog, messaging.getSendLog),
  bind(findCaseManager, messaging.findCaseManager),
  bind(sendConfirmation, confirmations.sendConfirmation),
];

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
  uploadImage,
} from '@homecare/domain/messaging/contract.ts';
import * as delivery from '@homecare/domain/messaging/delivery-contract.ts';
import { bind, bindList, bindOpen, bindUpload } from '../platform/http/bind.ts';
import * as confirmations from './confirmations.ts';
import * as conversations from './conversations.ts';
import * as hooks from './hooks.ts';
import * as images from './images.ts';
import * as messaging from './service.ts';

export const messagingRoutes = (reader: hooks.TextReader) => [
  bind(getTemplates, messaging.getTemplates),
  bind(insertTemplate, messaging.insertTemplate),
  bind(updateTemplate, messaging.updateTemplate),
  bind(deleteTemplate, messaging.deleteTemplate),
  bindUpload(uploadImage, images.uploadImage),
  bind(queueSms, messaging.queueSms),
  bind(queueEmail, messaging.queueEmail),
  bind(getSendLog, messaging.getSendLog),
  bind(findCaseManager, messaging.findCaseManager),
  bind(sendConfirmation, confirmations.sendConfirmation),
  bindOpen(delivery.takeStatus, hooks.takeStatus),
  bindOpen(delivery.takeText, hooks.takeText(reader)),
  bindList(delivery.listUnread, {
    revision: conversations.unreadRevision,
    load: conversations.listUnread,
  }),
  bind(delivery.getConversation, conversations.getConversation),
  bind(delivery.markRead, conversations.markRead),
  bind(delivery.answerText, conversations.answerText),
  bind(delivery.sendAgain, conversations.sendAgain),
];

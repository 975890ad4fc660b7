import * as calls from '@homecare/domain/webhooks/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as service from './service.ts';

export const webhookRoutes = [
  bind(calls.listWebhooks, service.listWebhooks),
  bind(calls.addWebhook, service.addWebhook),
  bind(calls.pauseWebhook, service.pauseWebhook),
  bind(calls.removeWebhook, service.removeWebhook),
  bind(calls.testWebhook, service.testWebhook),
  bind(calls.listDeliveries, service.listDeliveries),
  bind(calls.sendAgain, service.sendAgain),
];

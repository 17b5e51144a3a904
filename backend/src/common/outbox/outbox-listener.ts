import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { AppConfig } from '../../config/app-config';
import { OUTBOX_CHANNEL } from './outbox-channel';

const RECONNECT_AFTER_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** Hears commits that left jobs, on a connection of its own. Missing one costs nothing but the poll interval. */
@Injectable()
export class OutboxListener {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly config: AppConfig) {}

  start(heard: () => void): void {
    void this.connect(heard);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(heard: () => void): Promise<void> {
    if (this.stopped) return;
    const client = new Client({
      connectionString: this.config.database.url,
      application_name: 'attune-outbox',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    this.client = client;
    client.on('error', () => undefined);
    client.on('end', () => this.reconnect(heard));
    client.on('notification', heard);
    try {
      await client.connect();
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      heard();
    } catch {
      await client.end().catch(() => undefined);
      this.reconnect(heard);
    }
  }

  private reconnect(heard: () => void): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(heard), RECONNECT_AFTER_MS);
  }
}

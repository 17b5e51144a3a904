import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AiModel } from './ai-model';
import { AiRun, AiSettings } from './ai-run.entity';
import { AiRuns } from './ai-runs';
import { LocalRecognizer } from './local-recognizer';
import { OpenAiClient } from './openai-client';
import { Transcriber } from './transcriber';

@Module({ imports: [TypeOrmModule.forFeature([AiRun, AiSettings])], providers: [AiModel, AiRuns, LocalRecognizer, OpenAiClient, Transcriber], exports: [AiModel, AiRuns, Transcriber] })
export class AiModule {}

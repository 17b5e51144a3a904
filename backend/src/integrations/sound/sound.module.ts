import { Module } from '@nestjs/common';
import { SoundDecoder } from './sound-decoder';

@Module({ providers: [SoundDecoder], exports: [SoundDecoder] })
export class SoundModule {}

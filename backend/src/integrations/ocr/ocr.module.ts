import { Module } from '@nestjs/common';
import { PageReader } from './page-reader';

@Module({ providers: [PageReader], exports: [PageReader] })
export class OcrModule {}

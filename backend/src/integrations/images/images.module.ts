import { Module } from '@nestjs/common';
import { ImageEncoder } from './image-encoder';
import { ImageStore } from './image-store';

@Module({ providers: [ImageEncoder, ImageStore], exports: [ImageEncoder, ImageStore] })
export class ImagesModule {}

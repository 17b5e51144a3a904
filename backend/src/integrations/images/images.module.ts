import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImageEncoder } from './image-encoder';
import { ImageStore } from './image-store';
import { Image } from './image.entity';

@Module({ imports: [TypeOrmModule.forFeature([Image])], providers: [ImageEncoder, ImageStore], exports: [ImageEncoder, ImageStore] })
export class ImagesModule {}

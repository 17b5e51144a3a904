import { Controller, Get, Req } from '@nestjs/common';
import { Practice } from '../reference/practice';
import type { TherapistRequest } from './session.guard';

@Controller('therapist')
export class TherapistController {
  constructor(private readonly practice: Practice) {}

  @Get('profile')
  async profile(@Req() request: TherapistRequest): Promise<unknown> {
    return (await this.practice.profile(request.session.user_id)).body;
  }

  @Get('bookings')
  async bookings(@Req() request: TherapistRequest): Promise<unknown> {
    return (await this.practice.bookings(request.session)).body;
  }

  @Get('bookings/overview')
  async overview(@Req() request: TherapistRequest): Promise<unknown> {
    return (await this.practice.overview(request.session)).body;
  }
}

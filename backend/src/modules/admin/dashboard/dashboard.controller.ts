import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, Roles } from '../../../common/access/access.decorators';
import { CurrentUserData } from '../../../common/access/actor';
import { AdminDashboardDto, AnalyticsDto } from './dashboard.dto';
import { DashboardService } from './dashboard.service';

@ApiTags('admin')
@Controller('admin')
@Roles('admin')
export class AdminDashboardController {
  constructor(private readonly dashboards: DashboardService) {}

  @Get('dashboard')
  @ApiOkResponse({ type: AdminDashboardDto })
  dashboard(@CurrentUser() user: CurrentUserData): Promise<AdminDashboardDto> {
    return this.dashboards.show(user);
  }

  @Get('analytics')
  @ApiOkResponse({ type: AnalyticsDto })
  analytics(): Promise<AnalyticsDto> {
    return this.dashboards.showAnalytics();
  }
}

-- The planner's figures hold samples of a column's values, and keep them after the rows are gone.
ALTER TABLE "analysis_reports" ALTER COLUMN "content" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "analysis_reports" ALTER COLUMN "token_sha256" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "analysis_reports" ALTER COLUMN "email" SET STATISTICS 0;

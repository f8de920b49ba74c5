CREATE TABLE "analysis_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"token_sha256" text NOT NULL,
	"email" text,
	"consent_text" text NOT NULL,
	"consented_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_robots_files" (
	"origin" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"group_text" text NOT NULL,
	"sitemaps" jsonb NOT NULL,
	"fetched_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_assets" (
	"draft_id" text NOT NULL,
	"sha256" text NOT NULL,
	"media_type" text NOT NULL,
	"created_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_assets_draft_id_sha256_pk" PRIMARY KEY("draft_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "campaign_audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaign_audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" bigint NOT NULL,
	"actor" text NOT NULL,
	"key_id" text,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"details" text
);
--> statement-breakpoint
CREATE TABLE "campaign_brand_kit_versions" (
	"kit_id" text NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"digest" text NOT NULL,
	"logo_sha256" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_brand_kit_versions_kit_id_version_pk" PRIMARY KEY("kit_id","version")
);
--> statement-breakpoint
CREATE TABLE "campaign_brand_kits" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_caller_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"caller" text NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "campaign_caller_keys_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "campaign_caller_plans" (
	"caller" text PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_decisions" (
	"draft_id" text NOT NULL,
	"number" integer NOT NULL,
	"decision" text NOT NULL,
	"note" text,
	"asset_hash" text NOT NULL,
	"decided_at" bigint NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "campaign_decisions_draft_id_number_pk" PRIMARY KEY("draft_id","number")
);
--> statement-breakpoint
CREATE TABLE "campaign_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"key_id" text,
	"capability" text NOT NULL,
	"run" text NOT NULL,
	"review" text NOT NULL,
	"token_sha256" text NOT NULL,
	"brief" text NOT NULL,
	"request" text NOT NULL,
	"kit_id" text,
	"kit_version" integer,
	"result" text,
	"error" text,
	"revises" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "campaign_drafts_revises_unique" UNIQUE("revises")
);
--> statement-breakpoint
CREATE TABLE "campaign_idempotent_requests" (
	"owner" text NOT NULL,
	"capability" text NOT NULL,
	"key" text NOT NULL,
	"request_sha256" text NOT NULL,
	"status" integer,
	"response" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_idempotent_requests_owner_capability_key_pk" PRIMARY KEY("owner","capability","key")
);
--> statement-breakpoint
CREATE TABLE "campaign_logos" (
	"sha256" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"is_one_color" boolean NOT NULL,
	"svg_sha256" text,
	"original_sha256" text NOT NULL,
	"media_type" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"jwk" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"draft_id" text NOT NULL,
	"owner" text NOT NULL,
	"content" text NOT NULL,
	"issued_at" bigint NOT NULL,
	CONSTRAINT "campaign_receipts_draftId_unique" UNIQUE("draft_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_run_counts" (
	"caller" text NOT NULL,
	"day" text NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "campaign_run_counts_caller_day_pk" PRIMARY KEY("caller","day")
);
--> statement-breakpoint
CREATE TABLE "campaign_run_leases" (
	"id" text PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kernel_rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "kernel_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestone_chain_blocks" (
	"deployment" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"timestamp" bigint NOT NULL,
	CONSTRAINT "milestone_chain_blocks_deployment_number_pk" PRIMARY KEY("deployment","number")
);
--> statement-breakpoint
CREATE TABLE "milestone_chain_cursors" (
	"deployment" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestone_chain_events" (
	"deployment" text NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"block_hash" text NOT NULL,
	"tx_hash" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"contract" text NOT NULL,
	"name" text NOT NULL,
	"args" jsonb NOT NULL,
	CONSTRAINT "milestone_chain_events_deployment_block_number_log_index_pk" PRIMARY KEY("deployment","block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "milestone_chain_leaders" (
	"deployment" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"head" bigint,
	"silent_ms" bigint,
	"beat_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestone_evidence_bundles" (
	"root" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"leaves" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestone_feed_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_feed_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"run_id" text
);
--> statement-breakpoint
CREATE TABLE "milestone_intent_nonces" (
	"deployment" text NOT NULL,
	"account" text NOT NULL,
	"nonce" bigint NOT NULL,
	"intent_id" bigint,
	"attempt" integer NOT NULL,
	"given_up" boolean NOT NULL,
	CONSTRAINT "milestone_intent_nonces_deployment_account_nonce_pk" PRIMARY KEY("deployment","account","nonce"),
	CONSTRAINT "milestone_intent_nonces_attempt" UNIQUE("intent_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "milestone_intents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_intents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text NOT NULL,
	"run_id" text NOT NULL,
	"step" text NOT NULL,
	"account" text NOT NULL,
	"to_address" text NOT NULL,
	"data" text NOT NULL,
	"value_wei" text NOT NULL,
	"gas" text NOT NULL,
	"state" text NOT NULL,
	"hash" text,
	"block_number" bigint,
	"block_hash" text,
	"reason" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "milestone_intents_name" UNIQUE("deployment","run_id","step")
);
--> statement-breakpoint
CREATE TABLE "milestone_recovery_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_recovery_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text DEFAULT '' NOT NULL,
	"timestamp" bigint NOT NULL,
	"event" text NOT NULL,
	"context" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"outcome" text NOT NULL,
	"latency_ms" integer,
	"run_id" text
);
--> statement-breakpoint
CREATE TABLE "milestone_signed_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_signed_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment" text NOT NULL,
	"hash" text NOT NULL,
	"account" text NOT NULL,
	"nonce" bigint NOT NULL,
	"intent_id" bigint,
	"raw" text NOT NULL,
	"max_fee_per_gas" text NOT NULL,
	"max_priority_fee_per_gas" text NOT NULL,
	CONSTRAINT "milestone_signed_transactions_hash" UNIQUE("deployment","hash")
);
--> statement-breakpoint
CREATE TABLE "milestone_verification_runs" (
	"run_id" text PRIMARY KEY NOT NULL,
	"deployment" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"report" text,
	CONSTRAINT "milestone_verification_runs_number" UNIQUE("deployment","number")
);
--> statement-breakpoint
CREATE INDEX "analysis_reports_expires_at" ON "analysis_reports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "analysis_robots_files_fetched_at" ON "analysis_robots_files" USING btree ("fetched_at");--> statement-breakpoint
CREATE INDEX "campaign_assets_sha256" ON "campaign_assets" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "campaign_audit_entries_at" ON "campaign_audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "campaign_brand_kits_owner" ON "campaign_brand_kits" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "campaign_drafts_expires_at" ON "campaign_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "campaign_drafts_owner" ON "campaign_drafts" USING btree ("owner","created_at","id");--> statement-breakpoint
CREATE INDEX "campaign_idempotent_requests_created_at" ON "campaign_idempotent_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "campaign_run_leases_caller" ON "campaign_run_leases" USING btree ("caller","expires_at");--> statement-breakpoint
CREATE INDEX "milestone_feed_events_deployment" ON "milestone_feed_events" USING btree ("deployment","seq");--> statement-breakpoint
CREATE INDEX "milestone_recovery_events_deployment" ON "milestone_recovery_events" USING btree ("deployment","id");--> statement-breakpoint
CREATE INDEX "milestone_signed_transactions_nonce" ON "milestone_signed_transactions" USING btree ("deployment","account","nonce");--> statement-breakpoint
CREATE INDEX "milestone_signed_transactions_intent" ON "milestone_signed_transactions" USING btree ("intent_id");--> statement-breakpoint
-- Custom, to be kept when this file is generated anew: statistics of the planner hold samples of a column, and outlive the rows.
ALTER TABLE "analysis_reports" ALTER COLUMN "content" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "analysis_reports" ALTER COLUMN "token_sha256" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "analysis_reports" ALTER COLUMN "email" SET STATISTICS 0;
